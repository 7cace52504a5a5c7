import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Held while installing or building. */
export const LAUNCH_LOCK = join(ROOT, '.cache', 'launch.lock')
