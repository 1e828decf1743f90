/** Questions that a module asks of one in a higher layer, which it may not import. */

/** The functions of a port, and the place where `app.ts` registers who answers them. */
export type Port<P extends object> = P & { register(answers: P): void };

/** @param unanswered what is answered while nobody is registered */
export function definePort<P extends object>(unanswered: P): Port<P> {
  const port: Port<P> = { ...unanswered, register: (answers) => void Object.assign(port, answers) };
  return port;
}
