import { RemotePlugin } from '@aangan/web-kit/build/remote-plugin'

export default { devtool: 'source-map', plugins: [new RemotePlugin()] }
