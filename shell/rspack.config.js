import { ShellPlugin } from '@aangan/build/shell-plugin'

export default { entry: { shell: './src/main.tsx' }, devtool: 'source-map', plugins: [new ShellPlugin()] }
