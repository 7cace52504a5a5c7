import type { PageBoot } from '@aangan/contracts/page'

/** `part` is a remote's name, or 'shell'; `version` that of the shell by default. */
export type Report = (part: string, error: unknown, version?: string) => void

/** Includes the version, since visitors may have different releases of a remote. */
export function createReport({ shell }: PageBoot): Report {
  return (part, error, version = shell.version) => {
    // biome-ignore lint/suspicious/noConsole: the browser's console is where failures go.
    console.error(`${part} ${version} failed:`, error)
  }
}
