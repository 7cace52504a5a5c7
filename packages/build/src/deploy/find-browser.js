import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from './refusal.js'

/** In order of preference: the headless shell takes a third of the processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const USUAL = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * The path of a Chromium: `AANGAN_BROWSER`, or one on the PATH or in a usual folder; undefined if there is none.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findBrowser({ AANGAN_BROWSER: named, PATH = '' }) {
  if (named && !isExecutable(named))
    throw new Refusal('USAGE', `AANGAN_BROWSER is ${named}, which is no program: name one, or unset it`)
  if (named) return named
  const folders = PATH.split(delimiter).filter(Boolean)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...USUAL].find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
