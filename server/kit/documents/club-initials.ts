/** Two letters of the name, by which the club is known without a picture. */
export function clubInitials(name: string): string {
  const words = name.split(/[\s’'-]+/).filter((word) => /^\p{Lu}/u.test(word));
  const firstLetters = words.slice(0, 2).map((word) => word.slice(0, 1));
  return (words.length > 1 ? firstLetters.join("") : name.slice(0, 2)).toUpperCase();
}
