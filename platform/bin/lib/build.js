import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StepError } from './command.js'
import { hashOf, isBuilt, noteBuilt } from './inputs.js'
import { ROOT } from './root.js'
import { NODE_SOURCES } from './sources.js'
import { step } from './step.js'

const WEB_PACKAGES = ['contracts', 'remote', 'design', 'product', 'build'].map((name) => `packages/${name}`)

/** The shell and every remote; a folder with a manifest is a remote. */
export function webParts() {
  const remotes = readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'manifest.json')))
  return ['shell', ...remotes.sort()]
}

/** Whether all build outputs are current. Loads no compiler. */
export function isUpToDate() {
  return isBuilt('node', nodeInputs()) && isBuilt('web', webInputs())
}

/** Builds what is stale: Node processes into platform/dist, web parts into their own `dist`. */
export async function build() {
  await buildNode()
  await buildWebParts()
}

function nodeInputs() {
  return hashOf(NODE_SOURCES)
}

function webInputs() {
  return hashOf([...webParts(), ...WEB_PACKAGES, 'package-lock.json'])
}

async function buildNode() {
  const inputs = nodeInputs()
  if (isBuilt('node', inputs)) return
  const { bundle } = await import('./bundle.js')
  noteBuilt('node', inputs, await step('Bundling the services', bundle))
}

async function buildWebParts() {
  const inputs = webInputs()
  if (isBuilt('web', inputs)) return
  const { buildWeb } = await import('../../../packages/build/src/build.js')
  const parts = webParts()
  await step('Building the shell and the remotes', async () => {
    try {
      await buildWeb(parts.map((name) => join(ROOT, name)))
    } catch (error) {
      throw new StepError(error instanceof Error ? error.message : String(error), { cause: error })
    }
  })
  noteBuilt(
    'web',
    inputs,
    parts.map((name) => join(basename(name), 'dist', 'release.json')),
  )
}
