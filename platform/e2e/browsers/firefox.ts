import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Found } from '@aangan/service-kit/testing/needs'
import { runServer } from '@aangan/service-kit/testing/server-process'
import { WebDriver } from 'selenium-webdriver'
import { Command } from 'selenium-webdriver/lib/command.js'
import { onPath } from '../on-path.ts'
import { marionette } from './marionette.ts'
import { listening, type OpenedBrowser, opened } from './opened.ts'

const NAMES = ['firefox-esr', 'firefox']

/** Every host but this machine is behind a proxy that does not exist. */
const ALONE = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
}

const TEXT_ZOOM = `
  const { gBrowser } = Services.wm.getMostRecentWindow('navigator:browser')
  gBrowser.selectedBrowser.browsingContext.textZoom = arguments[0]`

const COOKIES = `Services.prefs.setIntPref('network.cookie.cookieBehavior', arguments[0])`
const BLOCK_ALL = 2
/** Its default. */
const BLOCK_TRACKERS = 5

/** Otherwise a window is at least 450 px wide. */
const NARROW = ':root { min-width: 0 !important; }'

export function findFirefox(): Found<string> {
  const found = onPath(NAMES)
  return found === undefined ? { missing: `no ${NAMES.join(', ')} on the PATH` } : { value: found }
}

export async function openFirefox(path: string): Promise<OpenedBrowser> {
  const server = await runServer('firefox', (port, profile) => launch(path, port, profile))
  const driver = WebDriver.createSession(marionette(server.port), {})
  return {
    ...(await opened(driver, server.stop)),
    // As "Zoom text only" of its menu does.
    enlargeText: (factor) => runInWindow(driver, TEXT_ZOOM, factor),
    blockCookies: (isBlocked) => runInWindow(driver, COOKIES, isBlocked ? BLOCK_ALL : BLOCK_TRACKERS),
  }
}

/** Runs the script in the browser's own window instead of the page. */
async function runInWindow(driver: WebDriver, script: string, argument: number): Promise<void> {
  const setContext = (value: string) => driver.execute(new Command('setContext').setParameter('value', value))
  await setContext('chrome')
  await driver.executeScript(script, argument).finally(() => setContext('content'))
}

async function launch(path: string, port: number, profile: string): Promise<ChildProcess> {
  const preferences = {
    ...ALONE,
    'marionette.port': port,
    'toolkit.legacyUserProfileCustomizations.stylesheets': true,
    'ui.prefersReducedMotion': 1,
    // As on Windows: the only browser of the tests whose scroll bars have a width.
    'widget.gtk.overlay-scrollbars.enabled': false,
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  await mkdir(join(profile, 'chrome'))
  await writeFile(join(profile, 'chrome', 'userChrome.css'), NARROW)
  // Text is enlarged in the browser's own window, not in the page.
  const args = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile]
  return await listening(spawn(path, args, { stdio: 'ignore' }), port)
}
