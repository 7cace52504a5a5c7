import '@aangan/design/tokens.css'
import '@aangan/design/base.css'
import './page/frame.css'
import { afterPaint } from './page/after-paint.ts'

// In the same file: only its evaluation waits.
void afterPaint().then(() => import(/* webpackMode: "eager" */ './main.tsx'))
