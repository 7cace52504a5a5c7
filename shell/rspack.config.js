import { shellConfig } from '@aangan/web-kit/build/config'

/** @param {import('@aangan/web-kit/build/config').BuildOptions} [options] */
export default (options) => shellConfig(import.meta.dirname, options)
