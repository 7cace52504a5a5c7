import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { WebDriver } from 'selenium-webdriver'

export interface OpenedBrowser {
  driver: WebDriver
  /** Enlarges the text of the open page alone, as users can. */
  enlargeText(factor: number): Promise<void>
  /** Blocks cookies and all storage, as the settings can. */
  blockCookies(isBlocked: boolean): Promise<void>
  /** Ends the browser and removes its profile. */
  close(): Promise<void>
}

/** Resolves once the session has started; `stop` ends its processes, also if it has not. */
export async function opened(
  driver: WebDriver,
  stop: () => Promise<void>,
): Promise<Pick<OpenedBrowser, 'driver' | 'close'>> {
  try {
    await driver.getSession()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    driver,
    async close() {
      await driver.quit().finally(stop)
    },
  }
}

/** Resolves once the process accepts connections on its port; throws if it exits before. */
export async function listening(child: ChildProcess, port: number): Promise<ChildProcess> {
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnfile} exited with ${child.exitCode ?? child.signalCode} before it listened.`)
    await pause(50)
  }
  return child
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
