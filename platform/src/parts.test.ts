import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressName, SERVICE_NAMES } from '@aangan/contracts/services'
import { GatewayConfig } from '@aangan/gateway/config'
import { readConfig } from '@aangan/service-kit/config'
import { unreachableServices } from '@aangan/service-kit/testing/unreachable-services'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../bin/lib/root.js'
import { run } from './testing/site-process.ts'

/** Those that the gateway does not lead to by the table. */
const OTHERS = ['realtime', 'renderer']

describe('every service of the table, and the others', () => {
  it('has a folder, and a script that starts it', async () => {
    const folders = await readdir(join(ROOT, 'services'))
    expect(folders.sort()).toEqual([...SERVICE_NAMES, ...OTHERS].sort())
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    const started = Object.entries(scripts).filter(([name]) => name.startsWith('start:'))
    const wanted = ['gateway', ...OTHERS, ...SERVICE_NAMES].map((name) => [
      `start:${name}`,
      `exec node $npm_package_config_heap platform/bin/start.js ${name}`,
    ])
    expect(Object.fromEntries(started)).toEqual(Object.fromEntries(wanted))
  })

  it.each(['gateway', ...OTHERS, ...SERVICE_NAMES])('has a container: %s', async (name) => {
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8')
    expect(compose).toContain(`command: [node, platform/dist/${name}.js]`)
    if (!['gateway', 'realtime'].includes(name))
      expect(compose).toContain(`${name.toUpperCase()}_URL: http://${name}:8080`)
  })

  it.each(SERVICE_NAMES)('needs an address, and the gateway names a missing one: %s', (name) => {
    const { [addressName(name)]: _missing, ...others } = unreachableServices()
    expect(() => readConfig(GatewayConfig, others)).toThrow(
      `Invalid configuration: ${addressName(name)} is not set; expected http://host:port or unix:/path/to/socket, or several separated by commas.`,
    )
  })
})

describe('a separate process requires exactly the variables it uses:', () => {
  it.each([
    ['posts', 'PORT STORE_URL BUS_URL IDENTITY_PUBLIC_KEY_FILE'],
    ['users', 'PORT STORE_URL BUS_URL IDENTITY_PUBLIC_KEY_FILE SITE_URL'],
    ['chats', 'PORT STORE_URL BUS_URL IDENTITY_PUBLIC_KEY_FILE SITE_URL'],
    ['media', 'PORT STORE_URL BUS_URL IDENTITY_PUBLIC_KEY_FILE MEDIA_DIR'],
    ['realtime', 'PORT BUS_URL IDENTITY_PUBLIC_KEY_FILE'],
    ['renderer', 'PORT RELEASES_DIR'],
    ['registry', 'PORT IDENTITY_PUBLIC_KEY_FILE RELEASES_DIR POSTS_URL USERS_URL'],
  ])('%s', { timeout: 30_000 }, async (name, variables) => {
    const { ended, output } = run(name, {})
    expect(await ended).toBe(1)
    expect(output.stderr.trim().split('\n')).toHaveLength(1)
    expect([...output.stderr.matchAll(/(\w+) is not set/g)].map(([, variable]) => variable)).toEqual(
      variables.split(' '),
    )
  })
})
