import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkBudget } from '@aangan/contracts/budget'
import { acceptsContract } from '@aangan/contracts/contract'
import { type Release, SLOT_PATTERN } from '@aangan/contracts/manifest'
import { SHELL } from '@aangan/contracts/release-urls'
import { satisfies, validRange } from 'semver'
import { findClaimed, slotsOf } from './claims.ts'
import { findOtherContent, type KeptVersions } from './kept.ts'
import { findOtherHost } from './other-hosts.ts'
import { contractOf } from './rules.ts'
import type { LiveReleases, Settled } from './settled.ts'

/** In characters, of a message. */
const MOST_ADDRESS = 200

/** `Publication`, and what is live. */
interface Gate {
  /** With the release's files. */
  from: string
  releasesDir: string
  settled: Settled
  kept: KeptVersions
  /** An image or checkout is released as a whole. */
  shipped?: true | 'replace'
  drops?: readonly string[]
}

/** Returns why a release must not be published, and what to do; null if it may be. */
export async function findObjection(release: Release, gate: Gate): Promise<string | null> {
  const { settled, shipped, from, kept } = gate
  return (
    findTaken(release, settled) ??
    findMisfit(release, othersOf(release, settled, Boolean(shipped))) ??
    (await findOverBudget(release, from)) ??
    (await findForeign(release, from)) ??
    findOtherContent(release, kept) ??
    (shipped ? null : await findDropped(release, gate))
  )
}

/** As `findObjection`, for a version that has been live before. */
export function findObjectionNow(release: Release, settled: LiveReleases): string | null {
  return findTaken(release, settled) ?? findMisfit(release, othersOf(release, settled, false))
}

function findTaken(release: Release, { claims }: LiveReleases): string | null {
  const taken = findClaimed(release, claims)
  return taken && `${taken}. Choose another one, or have it given up by a release of its owner first`
}

/** All that is live under another name. What is shipped together fits together, but is published one by one. */
function othersOf({ name }: Release, { stable, canaries, found }: LiveReleases, shipped: boolean): Release[] {
  const live = [...stable.values(), ...canaries.map(({ release }) => release)].filter((other) => other.name !== name)
  return shipped ? live.filter((other) => found.get(other.name)?.channels?.from === 'deploy') : live
}

/** A remote has to fit every live shell, and a shell every live remote. */
function findMisfit(release: Release, others: readonly Release[]): string | null {
  const isShell = release.name === SHELL
  for (const other of others.filter(({ name }) => (name === SHELL) !== isShell)) {
    const reason = isShell ? misfit(other, release) : misfit(release, other)
    if (reason) return isShell ? `it ends ${titleOf(other)}: ${reason}` : reason
  }
  return null
}

function misfit(remote: Release, shell: Release): string | null {
  const [ours, theirs] = [contractOf(remote), contractOf(shell)]
  if (!acceptsContract(ours, theirs))
    return `contract ${ours} does not fit ${titleOf(shell)}, which speaks contract ${theirs}. Build the remote again`
  if (remote.react === undefined || shell.react === undefined) return null
  if (validRange(remote.react) === null) return `"${remote.react}" is not a range of React versions, such as "^19.0.0"`
  if (satisfies(shell.react, remote.react, { includePrerelease: true })) return null
  return `React ${remote.react} is needed, but ${titleOf(shell)} provides ${shell.react}. Widen the range in the remote's package.json and test it with that version`
}

function titleOf({ name, version }: Release): string {
  return `${name} ${version}`
}

/** Measured again: the sizes in `release.json` are what its build says. */
async function findOverBudget(release: Release, folder: string): Promise<string | null> {
  const { manifest, files } = release
  if (!manifest) return null
  const sizes = Object.keys(files).map(async (file) => [file, { integrity: '', bytes: await sentBytes(folder, file) }])
  const [problem] = checkBudget({ ...release, manifest, files: Object.fromEntries(await Promise.all(sizes)) })
  return problem?.replace(/\.$/, '') ?? null
}

/** Of stylesheets, in which every address can be found. In scripts the policy of pages blocks what they name. */
async function findForeign({ files }: Release, folder: string): Promise<string | null> {
  for (const file of Object.keys(files).filter((name) => name.endsWith('.css'))) {
    const address = findOtherHost(await readFile(join(folder, file), 'utf8'))
    if (address !== null)
      return `${file} loads ${address.slice(0, MOST_ADDRESS)} from another host: put that file into the remote's folder and name it there`
  }
  return null
}

async function sentBytes(folder: string, file: string): Promise<number> {
  const packed = await stat(join(folder, `${file}.br`)).catch(() => null)
  return (packed ?? (await stat(join(folder, file)))).size
}

/** Manifests do not say which slots a remote mounts, but its scripts name them. */
async function findDropped(release: Release, { releasesDir, settled, drops = [] }: Gate): Promise<string | null> {
  const before = settled.stable.get(release.name)
  const kept = new Set([...slotsOf(release), ...drops])
  const dropped = new Set(slotsOf(before ?? {}).filter((slot) => !kept.has(slot)))
  if (dropped.size === 0) return null
  for (const other of othersOf(release, settled, false)) {
    const slot = await findNamed(join(releasesDir, other.name, other.version), other, dropped)
    if (slot !== undefined)
      return `it no longer fills the slot ${slot}, which ${titleOf(other)} mounts. Keep the offer, release ${other.name} without the slot first, or let an operator publish it with --drop ${slot}`
  }
  return null
}

const QUOTED_SLOT = new RegExp(`(["'\`])(${SLOT_PATTERN})(?=\\1)`, 'g')

/** Reads each script once, however many slots there are: meanwhile nobody else can release, or go back. */
async function findNamed(folder: string, { files }: Release, slots: ReadonlySet<string>): Promise<string | undefined> {
  for (const file of Object.keys(files).filter((name) => name.endsWith('.js'))) {
    const script = await readFile(join(folder, file), 'utf8')
    for (const [, , slot = ''] of script.matchAll(QUOTED_SLOT)) if (slots.has(slot)) return slot
  }
  return undefined
}
