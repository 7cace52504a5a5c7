import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Found } from '@aangan/service-kit/testing/needs'
import { runServer } from '@aangan/service-kit/testing/server-process'
import { Builder } from 'selenium-webdriver'
import { onPath } from '../on-path.ts'
import { listening, type OpenedBrowser, opened } from './opened.ts'

/** MiniBrowser has no headless mode: it draws on a display of its own. */
const NAMES = ['WebKitWebDriver', 'Xvfb']

const ENV = {
  GDK_BACKEND: 'x11',
  NO_AT_BRIDGE: '1',
  // Its sandbox does not start as root, which CI often runs as.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  // Every host but this machine is behind a proxy that does not exist.
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  no_proxy: 'localhost,127.0.0.1',
}

/** No command of WebDriver reaches its own zoom of text: as with a larger standard font. */
const ROOT_SIZE = `document.documentElement.style.fontSize = arguments[0] * 100 + '%'`

/** Otherwise the tool bar keeps a window wider than a phone. */
const NARROW = '* { min-width: 0; margin: 0; border: 0; padding: 0; }'

export function findWebKit(): Found<string[]> {
  const paths = NAMES.map((name) => onPath([name]))
  const missing = NAMES.filter((_, index) => paths[index] === undefined)
  return missing.length > 0 ? { missing: `no ${missing.join(', ')} on the PATH` } : { value: paths as string[] }
}

export async function openWebKit([driverPath = '', displayPath = '']: string[]): Promise<OpenedBrowser> {
  const display = await openDisplay(displayPath)
  const server = await runServer('webkit', (port, home) => launch(driverPath, { port, home, display: display.name }))
  const driver = new Builder().usingServer(`http://127.0.0.1:${server.port}`).forBrowser('MiniBrowser').build()
  const browser = await opened(driver, async () => {
    await server.stop()
    await display.close()
  })
  return {
    ...browser,
    enlargeText: (factor) => driver.executeScript(ROOT_SIZE, factor),
    blockCookies: () => Promise.reject(new Error('MiniBrowser has no such setting.')),
  }
}

/** Starts an X server on a free display. */
async function openDisplay(path: string): Promise<{ name: string; close(): Promise<void> }> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  const [number] = await once(child.stdio[3] as Readable, 'data')
  return {
    name: `:${String(number).trim()}`,
    async close() {
      child.kill()
      await ended
    },
  }
}

interface Setup {
  port: number
  home: string
  display: string
}

async function launch(path: string, { port, home, display }: Setup): Promise<ChildProcess> {
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0', 'gtk.css'), NARROW)
  await writeFile(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const env = {
    ...process.env,
    ...ENV,
    DISPLAY: display,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
  }
  return await listening(spawn(path, [`--port=${port}`], { env, stdio: 'ignore' }), port)
}
