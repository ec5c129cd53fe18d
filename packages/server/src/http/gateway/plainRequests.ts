import type { ApiKey } from '../../access/keyring.ts'
import { toChainName } from '../../node/chainName.ts'
import { verifiedForMs } from '../caller/verifiedKeys.ts'
import { authorise } from './authorise.ts'
import type { Exchange } from './exchange.ts'
import type { PlainHead } from './fastLane/plainHead.ts'
import type { RequestParts } from './httpRequests.ts'

type Parts = Pick<RequestParts, 'findKey' | 'findChain' | 'handleRpc' | 'attempt'>

/** Answers the requests of the fast lane. The key found for a head is kept with it for a moment. */
export function createPlainHandler({ findKey, findChain, handleRpc, attempt }: Parts) {
  return (exchange: Exchange, head: PlainHead, body: string): void => {
    const answer = (found: ApiKey | undefined) =>
      attempt.run(exchange, () => {
        exchange.key = found
        const key = authorise(found, head.headers)
        handleRpc(exchange, findChain(toChainName(head.chain)), key, body)
      })
    if (exchange.startedAtMs < head.keyUntilMs) return void answer(head.key)
    const keep = (found: ApiKey | undefined) => {
      head.key = found
      head.keyUntilMs = exchange.startedAtMs + verifiedForMs
      answer(found)
    }
    const key = findKey(head)
    if (key instanceof Promise) key.then(keep, (error) => attempt.fail(exchange, error))
    else keep(key)
  }
}
