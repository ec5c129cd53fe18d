import { render } from 'preact'
import { App } from './app.tsx'
import { applyTheme } from './data/theme.ts'
import 'uplot/dist/uPlot.min.css'
import './style.css'

applyTheme()
const place = document.getElementById('app')
if (place) render(<App />, place)
