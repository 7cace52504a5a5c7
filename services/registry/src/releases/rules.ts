import { acceptsContract, CONTRACT } from '@aangan/contracts/contract'
import { LiveRelease, Release } from '@aangan/contracts/manifest'
import { findReleaseProblem } from '@aangan/contracts/manifest-check'
import { isServerFile, SHELL } from '@aangan/contracts/release-urls'
import { serviceOf } from '@aangan/contracts/services'
import { CHANNELS_FILE } from './channels.ts'

const FIRST_CONTRACT = 1
const MOST_VERSION_LENGTH = 128
/**
 * Descriptions and their signature, which shared addresses leave out, and compressed copies, which are sent only in place
 * of their originals.
 */
const OURS = /^((release|delivered)\.json|release\.sig)$|\.(br|gz)$/

/** Every page has most of a `release.json`, and checking millions of entries would take the whole process. Ours have 8 kB. */
export const MOST_DESCRIPTION_BYTES = 262_144

/** Checks what a build's `release.json` says. Throws an Error that says what is wrong with it. */
export function checkBuilt(built: unknown): Release {
  const release = checked(built, Release)
  const { version } = release
  // Addresses of the site, below which its files would be hidden, or not treated as files.
  if (serviceOf(`/r/${release.name}`) !== undefined)
    throw new Error(`'${release.name}' is a name that the site uses itself: give the remote another name`)
  // A folder of this name, beside the channels, or longer than the calls of the site allow.
  if (version === CHANNELS_FILE || version.length > MOST_VERSION_LENGTH)
    throw new Error(`'${version.slice(0, MOST_VERSION_LENGTH)}' is no version: use one such as 1.2.0`)
  const taken = Object.keys(release.files).find((file) => OURS.test(file))
  if (taken) throw new Error(`'${taken}' is a name that the site uses itself: give the file another name`)
  return release
}

/** Reads a published release, which needs less: see `LiveRelease`. Throws an Error that says what is wrong with it. */
export function readLive(text: string, name: string): Release {
  const release = checked(JSON.parse(text), LiveRelease)
  if (release.name !== name) throw new Error(`its name is '${release.name}', not '${name}'`)
  return release
}

/** Of releases before contracts had numbers, the first. */
export function contractOf({ contract = FIRST_CONTRACT }: Release): number {
  return contract
}

function checked(release: unknown, schema: typeof Release | typeof LiveRelease): Release {
  const problem = findReleaseProblem(release, schema) ?? findProblem(release as Release)
  if (problem) throw new Error(problem)
  return release as Release
}

function findProblem(release: Release): string | null {
  const { name, manifest, entry, exposes, preload, files, server } = release
  const contract = contractOf(release)
  if (!acceptsContract(contract)) return `it is built for contract ${contract}, and this site ${windowOf(contract)}`
  if (manifest && name === SHELL) return 'the shell has a manifest; only remotes do'
  if (!manifest && name !== SHELL) return 'its manifest is missing'
  if (manifest && manifest.name !== name) return `its manifest is named '${manifest.name}', not '${name}'`
  const chunks = Object.values(exposes).flatMap(({ js, css }) => [...js, ...css])
  const needed = [entry, ...chunks, ...preload, ...(server === undefined ? [] : [server])]
  const elsewhere = [...needed, ...Object.keys(files)].find((file) => /^([a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(file))
  if (elsewhere) return `it needs '${elsewhere}' of another host: a release contains all files that it loads`
  const unlisted = needed.find((file) => !Object.hasOwn(files, file))
  if (unlisted) return `it needs '${unlisted}', which is not among its files`
  if (server !== undefined && !isServerFile(server))
    return `'${server}' is public: name the bundle for servers *.server.js`
  const outside = Object.keys(files).find((file) => !isPlainName(file))
  if (outside) return `'${outside}' is not a plain file name: use letters, digits and . _ ~ -`
  const absent = Object.values(manifest?.offers ?? {}).find(({ module }) => !exposes[module])
  return absent ? `it offers '${absent.module}', which it does not expose` : null
}

function windowOf(contract: number): string {
  const accepted = CONTRACT === FIRST_CONTRACT ? `contract ${CONTRACT}` : `contracts ${CONTRACT - 1} and ${CONTRACT}`
  const advice =
    contract > CONTRACT ? 'the packages of this site (npm run pack), or upgrade the site first' : 'newer packages'
  return `accepts ${accepted}: build it with ${advice}`
}

/** Nothing that could lead to another folder, or be hidden. */
export function isPlainName(file: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._~-]*$/.test(file)
}
