import { RemotePlugin } from '@aangan/web-kit/build/remote-plugin'

/** @type {import('@rspack/core').Configuration} */
export default { devtool: 'source-map', plugins: [new RemotePlugin()] }
