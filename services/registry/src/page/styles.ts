import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { baseUrl } from '@aangan/contracts/release-urls'
import { modulesOf, type RouteMatch } from '@aangan/contracts/routes'
import { integrityOf, policyHashOf } from '@aangan/service-kit/integrity'
import type { FastifyBaseLogger } from 'fastify'
import { type ReleaseSet, shellOf } from '../releases/releases.ts'

interface Style {
  css: string
  /** For the policy of the page. */
  hash: string
}

/** By URL. */
export type Styles = ReadonlyMap<string, Style>

/** Each page has them again, so a larger file stays one. */
const MOST_CHARACTERS = 64_000
/** What ends the element, or means something else in a page. */
const ONLY_IN_FILES = /<\/|@import|@charset|image-set\(/i
const RELATIVE = /(url\(\s*['"]?|sourceMappingURL=)(?!['"\s/#]|[a-z]+:)/gi

/** Reads the stylesheets of a page that can be in it: the shell's and those of its screen. Others are left out. */
export function openStyles(releasesDir: string) {
  const known = new WeakMap<Release, Map<string, Promise<Style | null>>>()

  async function read(release: Release, file: string): Promise<Style | null> {
    const { integrity } = release.files[file] ?? {}
    // In development, where it may change under its name.
    if (!integrity) return null
    const content = await readFile(join(releasesDir, release.name, release.version, file))
    if (integrityOf(content) !== integrity)
      throw new Error(`${release.name}/${release.version}/${file} does not match its integrity`)
    const css = content.toString('utf8').replaceAll(RELATIVE, `$1${baseUrl(release)}`)
    if (css.length > MOST_CHARACTERS || ONLY_IN_FILES.test(css)) return null
    return { css, hash: policyHashOf(css) }
  }

  function styleOf(release: Release, file: string): Promise<Style | null> {
    const files = known.get(release) ?? new Map<string, Promise<Style | null>>()
    const style = files.get(file) ?? read(release, file)
    known.set(release, files.set(file, style))
    style.catch(() => files.delete(file))
    return style
  }

  return async (set: ReleaseSet, match: RouteMatch<object> | null, log: FastifyBaseLogger): Promise<Styles> => {
    const remote = match && set.get(match.remote)
    const sheets = [...sheetsOf(shellOf(set), ['.']), ...(remote ? sheetsOf(remote, modulesOf(match.route)) : [])]
    const read = sheets.map(async ({ release, file }) => {
      const style = await styleOf(release, file).catch((error: unknown) => {
        log.warn({ err: error }, `could not read ${file}; sending the page with a link to it`)
        return null
      })
      return style ? [[baseUrl(release) + file, style] as const] : []
    })
    return new Map((await Promise.all(read)).flat())
  }
}

function sheetsOf(release: Release, modules: string[]) {
  return modules.flatMap((module) => release.exposes[module]?.css ?? []).map((file) => ({ release, file }))
}
