import { spawn } from 'node:child_process'
import { createPrivateKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { create } from 'tar'
import { integrityOf } from '../integrity.js'
import { Refusal } from './refusal.js'

const DESCRIPTION = 'release.json'

/** The remote in this folder. @param {string} dir @param {string} dist @returns {Promise<string>} */
export async function nameOfFolder(dir, dist) {
  for (const path of [join(dir, 'manifest.json'), join(dir, dist, DESCRIPTION)])
    if (existsSync(path)) return (await readJson(path)).name
  throw new Refusal(
    'USAGE',
    'There is no manifest.json here: run it in the folder of a remote, or name one with --name',
  )
}

/** Runs the `build` script of package.json; what it prints goes to stderr. @param {string} dir @param {NodeJS.ProcessEnv} env */
export async function runBuild(dir, { AANGAN_TOKEN: _secret, ...env }) {
  const { scripts = {} } = existsSync(join(dir, 'package.json')) ? await readJson(join(dir, 'package.json')) : {}
  if (!scripts.build) throw new Refusal('USAGE', 'package.json has no script "build": add one, or use --no-build')
  const child = spawn('npm', ['run', '--silent', 'build'], { cwd: dir, env, stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Refusal('BUILD_FAILED', 'The build failed, so nothing was deployed')
}

/**
 * What the site would refuse after the upload: a folder that is no build, and files that differ from their hashes.
 * @param {string} dist
 * @param {string} name
 * @returns {Promise<any>} its description
 */
export async function checkBuild(dist, name) {
  const path = join(dist, DESCRIPTION)
  if (!existsSync(path)) throw new Refusal('USAGE', `${path} does not exist: build first`)
  const release = await readJson(path)
  if (release.name !== name) throw new Refusal('USAGE', `${path} is of ${release.name}, not of ${name}`)
  for (const [file, { integrity }] of Object.entries(release.files ?? {})) {
    const content = await readFile(join(dist, file)).catch(() => null)
    const hash = content && integrityOf(content)
    if (hash !== integrity) throw new Refusal('BAD_REQUEST', `${join(dist, file)} is not as it was built: build again`)
  }
  return release
}

/** Over the bytes of release.json, which has the hashes of all files. @param {string} dist @param {string} keyFile Ed25519, PEM */
export async function signBuild(dist, keyFile) {
  const key = await readKey(keyFile)
  const signature = sign(null, await readFile(join(dist, DESCRIPTION)), key)
  await writeFile(join(dist, 'release.sig'), signature.toString('base64'))
}

/** @param {string} file */
async function readKey(file) {
  try {
    return createPrivateKey(await readFile(file))
  } catch (cause) {
    const how = 'openssl genpkey -algorithm ed25519 makes one'
    throw new Refusal('USAGE', `${file} is missing or no private key in PEM: ${how}`, { cause })
  }
}

/** The folder as tar and gzip, read while it is sent. @param {string} dist @returns {Promise<AsyncIterable<Buffer>>} */
export async function packBuild(dist) {
  return create({ cwd: dist, gzip: true, portable: true }, (await readdir(dist)).sort())
}

/** @param {string} path */
async function readJson(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new Refusal('USAGE', `${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
