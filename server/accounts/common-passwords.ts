/** Passwords of 10 or more characters that attackers try first: known ones and simple patterns. */

const commonPasswords = new Set(
  `
1234567890 12345678910 123456789a 0123456789 0987654321 9876543210 1029384756 1357924680 1472583690 1234512345 1231231230
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc qazwsxedcrfv zaq12wsxcde3 zaq1xsw2cde3 q1w2e3r4t5 q1w2e3r4t5y6 qwer1234asdf
qwertyuiop qwertyuiopasdf qwerty1234 qwerty12345 qwerty123456 qwerty1234567 qwertyqwerty 1234qwerasdf asdfghjkl1 asdfghjkl123
asdfasdfasdf zxcvbnm123 zxcvbnm1234 poiuytrewq mnbvcxzlkj azertyuiop azerty1234 azerty12345 azerty123456 azertyazerty
1234azerty poiuytreza aqwzsxedcrfv abcdefghij abcdefghijk abcdefghijkl abc1234567 abcd123456 abcde12345 abcdef1234 a123456789
aa12345678 aa123456789 a1b2c3d4e5 a1s2d3f4g5 password10 password11 password12 password123 password1234 password12345
passwordpassword mypassword mypassword1 newpassword newpassword1 thepassword password2020 password2021 password2022
password2023 password2024 password2025 password2026 yourpassword changepassword resetpassword passw0rd123 p@ssw0rd123
p@ssword123 passphrase1 motdepasse motdepasse1 motdepasse12 motdepasse123 motdepasse1234 monmotdepasse nouveaumotdepasse
administrator administrator1 administrateur administrateur1 adminadmin admin12345 admin123456 admin1234567 superadmin1
rootrootroot toortoortoor letmeinplease letmein123 letmein1234 letmeinnow welcome123 welcome1234 welcome12345 welcome2024
welcome2025 welcome2026 bienvenue1 bienvenue123 bienvenue2025 bienvenue2026 bonjour123 bonjour1234 bonjourbonjour salut12345
changeme123 changeme1234 changeit123 default123 defaultpassword guestguest guest12345 testtest123 testpassword test123456
test1234567 testing123 testing1234 temporary1 temppassword secret1234 secret12345 secretpassword topsecret1 mysecret123
iloveyou12 iloveyou123 iloveyou1234 iloveyou22 iloveyouso iloveyoubaby iloveu1234 ilovemymom ilovejesus jetaime123
jetaime1234 jetaimetrop jetaimejetaime mon-amour1 monamour123 moncoeur123 doudou1234 loulou1234 chouchou123 princess123
princess1234 princesse1 princesse123 sunshine12 sunshine123 sunshine1234 football12 football123 football1234 footballeur
basketball basketball1 baseball123 volleyball volleyball1 badminton1 handball123 tennis12345 tennis123456 rugbyman123
cyclisme123 natation123 petanque123 champion123 champions1 superman123 superman1234 batman12345 spiderman1 spiderman123
pokemon1234 pokemon123 minecraft1 minecraft123 fortnite123 starwars123 starwars1977 dragonball dragonball1 dragonballz
dragon12345 dragon123456 monkey12345 monkey123456 master12345 master123456 shadow12345 michael123 michael1234 jordan12345
jennifer123 jessica1234 ashley12345 charlie123 charlie1234 thomas12345 nicolas123 nicolas1234 sebastien1 alexandre1
alexandre123 alexandra1 christophe christophe1 christine1 dominique1 frederique guillaume1 guillaume123 maximilien
marseille1 marseille13 marseille123 parissaintgermain parissg123 allezlesbleus olympique13 olympiquelyonnais liverpool1
liverpool123 barcelona1 barcelona123 realmadrid realmadrid1 manchester manchester1 manchesterunited arsenal1234 chelsea1234
juventus123 manutd1234 newyork123 california1 australia1 london12345 france1234 france2024 france2025 france2026
soleil12345 soleil1234 chocolat123 chocolate1 chocolate123 butterfly1 butterfly123 strawberry strawberry1 watermelon
watermelon1 blueberry1 cheesecake pineapple1 elephant123 crocodile1 papillon123 tournesol1 coquelicot marguerite
trustno1trustno1 whatever123 whatever1234 computer123 computer1234 internet123 internet1234 samsung1234 samsung123 google12345
google1234 facebook123 facebook1 instagram1 instagram123 youtube1234 linkedin123 microsoft1 microsoft123 windows1234
corvette123 mercedes123 mustang1234 harley12345 yamaha12345 november11 december12 september1 january2025 january2026
summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 automne2025 hiver2025
printemps1 printemps2026 vacances123 qwe123qwe123 asd123asd123 zxc123zxc123 123qweasdzxc 123456789q 123456789z 123456qwerty
123456azerty 987654321a 147258369a 159753456852 147852369a 741852963a loveyou123 lovelove123 lovely1234 babygirl123
babygirl12 blink182blink metallica1 metallica123 slipknot666 greenday123 eminem12345 sexysexy12 hellohello hello12345
hello123456 helloworld helloworld1 goodmorning goodpassword nopassword nopassword1 opensesame sesame12345 correcthorsebatterystaple
`
    .trim()
    .split(/\s+/),
);

/** These words stay weak with a number or sign appended. */
const stems = new Set(
  "password passwort motdepasse mdp admin administrator administrateur azerty qwerty qwertz letmein welcome bienvenue bonjour iloveyou jetaime changeme secret baseline football tennis padel abc abcd login user test demo".split(
    " ",
  ),
);
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "qwertzuiopasdfghjklyxcvbnm",
];
const leetspeak: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const reverseText = (text: string) => Array.from(text).toReversed().join("");
const replaceLeetspeak = (text: string) => text.replace(/[013457@$!]/g, (sign) => leetspeak[sign] ?? sign);

/** A short piece repeated: `aaaaaaaaaa`, `abcabcabcabc`. */
const isRepeated = (text: string) => /^(.{1,4}?)\1{2,}.{0,3}$/u.test(text) || /^(.{5,})\1+$/u.test(text);

const isKeyboardRow = (text: string) => rows.some((row) => row.includes(text) || reverseText(row).includes(text));

/** @param password in lower case */
export function isCommonPassword(password: string): boolean {
  const withoutTail = password.replace(/[\d\p{P}\p{S}]+$/u, "");
  const variants = [password, replaceLeetspeak(password), withoutTail, replaceLeetspeak(withoutTail)];
  return (
    variants.some((text) => commonPasswords.has(text)) ||
    [withoutTail, replaceLeetspeak(withoutTail)].some((text) => stems.has(text)) ||
    isRepeated(password) ||
    isKeyboardRow(password)
  );
}
