import { ShellPlugin } from '@aangan/web-kit/build/shell-plugin'

export default { entry: { shell: './src/main.tsx' }, devtool: 'source-map', plugins: [new ShellPlugin()] }
