import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Found } from '@aangan/service-kit/testing/needs'
import { type Browser, chromium } from 'playwright-core'

/** The first is Chromium without a window's parts: a visit costs it a third of the processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** The browser that CHROMIUM names, or one on the PATH. */
export function findChromium(): Found<string> {
  const named = process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const places = named ? [named] : folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const found = places.find(isExecutable)
  return found === undefined ? { missing: `no ${named ?? NAMES.join(', ')} on the PATH` } : { value: found }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
/** As root, which CI often is, Chromium's own sandbox does not start. */
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** No page reaches another machine, whatever it asks for. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

/** A browser started with these talks to nobody but this machine. */
export const CHROMIUM_FLAGS = [...SANDBOX, ...QUIET, ALONE, '--disable-gpu', '--disable-quic']

export function openChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
}
