import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ROOT } from '../../bin/lib/root.js'

export interface NpmRegistry {
  url: string
  stop(): Promise<void>
}

type Locked = Record<string, { version?: string; resolved?: string; integrity?: string }>

const INSTALLED = 'node_modules/'

/**
 * Serves the packages of this repository's node_modules, as package-lock.json describes them, to npm: what is not
 * installed here cannot be installed from it.
 */
export async function startNpmRegistry(): Promise<NpmRegistry> {
  const { packages }: { packages: Locked } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://registry').pathname.slice(1))
    const folder = path.endsWith('.tgz') ? path.slice(0, -'.tgz'.length) : null
    if (folder === null) answer(response, describe(path, packages, `http://${request.headers.host}`))
    else if (packages[folder] && existsSync(join(ROOT, folder))) void sendTarball(response, folder)
    else answer(response, null)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(response: ServerResponse, body: object | null): void {
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
}

/** All versions that are installed anywhere; null if there is none. */
function describe(name: string, packages: Locked, base: string) {
  const found = Object.entries(packages).filter(([folder]) => folder.endsWith(INSTALLED + name))
  const versions = found.flatMap(([folder, { version, resolved: _resolved, integrity: _integrity, ...entry }]) =>
    version ? [[version, { name, version, ...entry, dist: { tarball: `${base}/${folder}.tgz` } }] as const] : [],
  )
  // Of several, the one that is not nested.
  const latest = packages[INSTALLED + name]?.version ?? versions[0]?.[0]
  return latest ? { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) } : null
}

/** npm ignores the name of the outermost folder, and needs no compression. */
async function sendTarball(response: ServerResponse, folder: string): Promise<void> {
  const args = [
    '-c',
    '--exclude',
    `${basename(folder)}/node_modules`,
    '-C',
    join(ROOT, dirname(folder)),
    basename(folder),
  ]
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  response.writeHead(200, { 'content-type': 'application/octet-stream' })
  await pipeline(tar.stdout, response)
}
