import type { Note } from './contract/__name__.ts'

/** What `npm run new -- service` writes into the contract, for the compiler to check the template. */
declare module '@aangan/contracts/events' {
  interface Events {
    '__name__.changed': Note & { rev: number }
  }
}
