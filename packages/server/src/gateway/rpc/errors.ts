import { ServiceError } from '../../errors/serviceError.ts'

/** JSON-RPC 2.0 and EIP-1474 codes. `uncertain` is ours, from the range reserved for implementations. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  notFound: -32000,
  tooLarge: -32003,
  limitExceeded: -32005,
  uncertain: -32010,
  /** EIP-1193: the method is not authorized. */
  unauthorized: 4100,
} as const

export type RpcFault = { readonly code: number; readonly message: string; readonly data?: object }

export function toErrorText(id: string, fault: RpcFault): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(fault)}}`
}

/** Returns the error of a limit check as a JSON-RPC error, or undefined if the check passes. */
export function findFault(take: () => void): { readonly error: ServiceError; readonly fault: RpcFault } | undefined {
  try {
    take()
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, message, details, retryAfterSeconds } = error
    const data = { code, ...details, retry_after_seconds: retryAfterSeconds }
    return { error, fault: { code: rpcCodes.limitExceeded, message, data } }
  }
}
