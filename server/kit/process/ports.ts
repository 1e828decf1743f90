/** Ports: a module calls functions of a higher layer, which it may not import (dependency inversion). */

export type Port<P extends object> = P & { register(answers: P): void };

/** @param unanswered used until an implementation is registered */
export function definePort<P extends object>(unanswered: P): Port<P> {
  const port: Port<P> = { ...unanswered, register: (answers) => void Object.assign(port, answers) };
  return port;
}
