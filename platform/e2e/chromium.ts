import type { Found } from '@aangan/service-kit/testing/needs'
import { type Browser, chromium } from 'playwright-core'
import { isExecutable, onPath } from './on-path.ts'

/** In order of preference: headless shell takes a third of the processor time per visit. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** Looks up $CHROMIUM, then the PATH. */
export function findChromium(): Found<string> {
  const named = process.env.CHROMIUM
  const found = named ? [named].find(isExecutable) : onPath(NAMES)
  return found === undefined ? { missing: `no ${named ?? NAMES.join(', ')} on the PATH` } : { value: found }
}

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
/** Chromium's sandbox does not start as root, which CI often runs as. */
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Blocks all other hosts. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

/** Flags of a browser without network access beyond this machine. */
const CHROMIUM_FLAGS = [...SANDBOX, ...QUIET, ALONE, '--disable-gpu', '--disable-quic']

/** Not for measurements. Pages of tests are too short-lived for optimized code to pay for its compilation. */
export const TEST_FLAGS = [...CHROMIUM_FLAGS, '--js-flags=--no-opt']

/** Boxes are as large as with pictures. */
export const WITHOUT_PICTURES = '--blink-settings=imagesEnabled=false'

export function openChromium(executablePath: string, args = CHROMIUM_FLAGS): Promise<Browser> {
  return chromium.launch({ executablePath, args })
}
