import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Who holds it may install and build here. */
export const LAUNCH_LOCK = join(ROOT, '.cache', 'launch.lock')
