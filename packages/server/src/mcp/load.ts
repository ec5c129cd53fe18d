import { ServiceError } from '../errors/serviceError.ts'

/** The SDK of the Model Context Protocol is an optional peer. */
export class McpMissingError extends ServiceError {
  readonly code = 'NOT_AVAILABLE'
  constructor(cause: unknown) {
    super('MCP needs a package that is not installed: npm i @modelcontextprotocol/sdk', { cause })
  }
}

// Loaded on first use, because loading the SDK takes a quarter of a second.

/** @throws {McpMissingError} */
export const loadStdio = async () => (await import('./serveStdio.ts').catch(rejectMissing)).serveStdio

/** @throws {McpMissingError} */
export const loadHttp = async () => (await import('./answerHttp.ts').catch(rejectMissing)).answerHttp

function rejectMissing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ERR_MODULE_NOT_FOUND') throw new McpMissingError(error)
  throw error
}
