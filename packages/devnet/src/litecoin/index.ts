export { isLitecoindInstalled, type Litecoind, startLitecoind } from './litecoind.ts'
