import type { RemoteContext } from '@aangan/remote/context'

/** The context of a remote, whose reports name `version`, or of one of the shell's own parts. */
export type ContextOf = (name: string, version?: string) => RemoteContext
