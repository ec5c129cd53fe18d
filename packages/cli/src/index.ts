export { runCli } from './cli.ts'
export { exitCodes } from './exitCodes.ts'
