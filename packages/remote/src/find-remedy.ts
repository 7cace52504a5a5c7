import { BOOT_ELEMENT } from '@aangan/contracts/page'
import { showKept } from './kept-answer.ts'

/**
 * What helps after code could not be loaded. `retry`: its file is on the server, or the server cannot tell. `reload`: the
 * release of this page was removed, and a new page uses another one. `later`: a new page would miss the same file.
 */
export type Remedy = 'retry' | 'reload' | 'later'

/** A reader waits for this twice, with nothing to press. */
const PATIENCE_MS = 5_000

/**
 * Never rejects.
 * @param error of the loader; it names the file that failed
 * @param entry URL of the release's entry, asked about if the error names no file
 */
export async function findRemedy(error: unknown, entry?: string): Promise<Remedy> {
  const file = fileOf(error) ?? entry
  if (file === undefined || !(await isGone(file))) return 'retry'
  return (await isStillListed(file)) ? 'later' : 'reload'
}

/** The bundles' loaders and the shell's name it alike. */
function fileOf(error: unknown): string | undefined {
  const file = error instanceof Error && 'request' in error ? error.request : undefined
  return typeof file === 'string' && file !== '' ? file : undefined
}

async function isGone(file: string): Promise<boolean> {
  try {
    const { status } = await ask(file, 'HEAD')
    return status === 404 || status === 410
  } catch (error) {
    // Also of another host that allows no request.
    if (error instanceof TypeError && new URL(file, location.href).origin === location.origin) showKept(true)
    return false
  }
}

/** Every page lists all files of its releases. Also true if there is no new page: a reload would lose this one for nothing. */
async function isStillListed(file: string): Promise<boolean> {
  const { origin, pathname } = new URL(file, window.location.href)
  const listed = JSON.stringify(origin === window.location.origin ? pathname : origin + pathname)
  try {
    const page = await (await ask(window.location.href, 'GET')).text()
    return page.includes(listed) || !page.includes(`id="${BOOT_ELEMENT}"`)
  } catch {
    return true
  }
}

function ask(url: string, method: 'HEAD' | 'GET'): Promise<Response> {
  return fetch(url, { method, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
}
