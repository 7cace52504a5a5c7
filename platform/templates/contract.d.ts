import type { Note } from './contract/__name__.ts'

/** What `npm run new` writes into the contract, for the compiler to check the templates. */
declare module '@aangan/contracts/events' {
  interface Events {
    '__name__.changed': Note & { rev: number }
    __subject__: { id: string; rev: number }
  }
}

declare module '@aangan/contracts/slots' {
  interface Slots {
    __slot__: { listingId: string }
  }
}
