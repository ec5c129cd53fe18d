import { render } from 'preact'
import { App } from './app.tsx'
import 'uplot/dist/uPlot.min.css'
import './style.css'

const place = document.getElementById('app')
if (place) render(<App />, place)
