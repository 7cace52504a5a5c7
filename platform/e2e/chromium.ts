import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Found } from '@aangan/service-kit/testing/needs'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

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

/** Starts a browser that talks to nobody by itself. */
export function openChromium(executablePath: string): Promise<Browser> {
  // As root, which CI often is, Chromium's own sandbox does not start.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({ executablePath, args: [...sandbox, ...quiet, '--disable-gpu', '--disable-quic'] })
}
