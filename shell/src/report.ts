import type { PageBoot } from '@aangan/contracts/page'

/** `part` is a remote's name, or 'shell'; `version` by default the one that the page names. */
export type Report = (part: string, error: unknown, version?: string) => void

/** Includes the version, since visitors may have different releases of a remote. */
export function createReport({ shell, remotes }: PageBoot): Report {
  return (part, error, version = remotes[part]?.version ?? shell.version) => {
    // biome-ignore lint/suspicious/noConsole: the browser's console is where failures go.
    console.error(`${part} ${version} failed:`, error)
  }
}
