import { RemotePlugin } from '@aangan/build/remote-plugin'

export default { devtool: 'source-map', plugins: [new RemotePlugin()] }
