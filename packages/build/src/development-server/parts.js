import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readConfig } from '../build.js'
import { isRemote } from '../manifest.js'
import { readManifest } from './manifests.js'
import { watchPart } from './part.js'

/**
 * @typedef {object} Part
 * @property {string} text the manifest's last content
 * @property {import('./manifests.js').Manifest | null} manifest the one in use; null for the shell, or if none was valid yet
 * @property {ReturnType<typeof watchPart> | null} watching
 * @property {boolean} isRefused retried on every update, since another part may have caused the conflict
 */

/** @typedef {{ changed: string[], compilations: import('./part.js').Compilation[] }} Batch the files of one change, and every compilation it caused */

/**
 * Runs one compiler per web part, so that a changed manifest or a new remote restarts only its own compiler.
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.releases
 * @param {(batch: Batch) => void} options.onBatch
 * @param {(name: string, problem: string | null) => void} options.onManifest null when the manifest is valid again
 * @param {() => void} options.onRenewed open pages must reload after the next batch
 */
export function createParts({ root, releases, onBatch, onManifest, onRenewed }) {
  /** @type {Map<string, Part>} by folder */
  const parts = new Map()
  const batches = collectBatches(onBatch)
  let isStopped = false

  /** @param {string} dir */
  async function follow(dir) {
    const text = isRemote(dir) ? readFileSync(join(dir, 'manifest.json'), 'utf8') : ''
    const known = parts.get(dir)
    if (known?.text === text && known.watching && !known.isRefused) return
    const part = known ?? { text, manifest: null, watching: null, isRefused: false }
    parts.set(dir, part)
    part.text = text
    try {
      const manifest = isRemote(dir) ? manifestOf(dir) : null
      // Stop the old compiler only now: its last output stays up until the new manifest is valid.
      const config = await readConfig(dir, { devReleases: releases })
      await part.watching?.stop()
      if (part.manifest && part.manifest.name !== manifest?.name) await withdraw(part.manifest.name)
      if (isStopped) return
      part.manifest = manifest
      part.isRefused = false
      onRenewed()
      part.watching = watchPart({ dir, config, root, onStart: batches.start, onEnd: batches.end })
      onManifest(basename(dir), null)
    } catch (error) {
      part.isRefused = true
      onManifest(basename(dir), error instanceof Error ? error.message : String(error))
    }
  }

  /** @param {string} dir @returns {import('./manifests.js').Manifest} Throws if it is invalid. */
  function manifestOf(dir) {
    const others = [...parts].flatMap(([other, { manifest }]) => (other === dir || !manifest ? [] : [manifest]))
    const read = readManifest(dir, others)
    if ('problem' in read) throw new Error(read.problem)
    return read.manifest
  }

  /** @param {string} dir */
  async function forget(dir) {
    const part = parts.get(dir)
    parts.delete(dir)
    await part?.watching?.stop()
    onManifest(basename(dir), null)
    if (!part?.manifest) return
    onRenewed()
    await withdraw(part.manifest.name)
  }

  /** @param {string} name of a removed release */
  async function withdraw(name) {
    batches.drop(name)
    await rm(join(releases, name), { recursive: true, force: true })
  }

  return {
    /** Applies the current parts and their manifests. Resolves after each has compiled once. @param {string[]} dirs */
    async update(dirs) {
      const gone = [...parts.keys()].filter((dir) => !dirs.includes(dir))
      for (const dir of gone) await forget(dir)
      for (const dir of dirs) await follow(dir)
      await Promise.all([...parts.values()].map(({ watching }) => watching?.compiled))
    },
    /** @param {string} dir */
    has: (dir) => Boolean(parts.get(dir)?.watching),
    async stop() {
      isStopped = true
      await Promise.all([...parts.values()].map(({ watching }) => watching?.stop()))
    },
  }
}

/** Groups the compilations that one change starts in several parts. @param {(batch: Batch) => void} onBatch */
function collectBatches(onBatch) {
  /** @type {Set<string>} */
  const running = new Set()
  /** @type {Set<string>} */
  const changed = new Set()
  /** @type {Map<string, import('./part.js').Compilation>} */
  const done = new Map()
  const settle = () => {
    if (running.size > 0 || done.size === 0) return
    const batch = { changed: [...changed], compilations: [...done.values()] }
    changed.clear()
    done.clear()
    onBatch(batch)
  }
  return {
    /** @param {string} name @param {string[]} files */
    start(name, files) {
      running.add(name)
      for (const file of files) changed.add(file)
    },
    /** @param {import('./part.js').Compilation} compilation */
    end(compilation) {
      running.delete(compilation.name)
      done.set(compilation.name, compilation)
      settle()
    },
    /** @param {string} name of a removed part */
    drop(name) {
      running.delete(name)
      done.set(name, { name, hash: '', ms: 0, problems: [], warnings: [] })
      settle()
    },
  }
}
