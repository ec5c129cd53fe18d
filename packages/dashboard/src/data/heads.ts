import type { chainNames } from '@outrigger/api/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client, wire } from './client.ts'
import { type ChainAnswer, useEach } from './each.ts'
import type { Reading } from './reading.ts'

/** The latest block of a chain. */
export type Head = {
  readonly number: number
  /** Block time in Unix ms. Null if the node does not report a time. */
  readonly atMs: number | null
}

/** A key may open only a few sockets, and each chain needs its own. Further chains are polled. */
const mostSockets = 4
const [askedMs, drawMs] = [4_000, 250]

/** Returns the latest block of each chain. Streams the first chains; polls the others and chains whose stream failed. */
export function useHeads(chains: typeof chainNames, mayStream: boolean): Reading<readonly ChainAnswer<Head>[]> {
  const live = useLiveHeads(mayStream ? chains.slice(0, mostSockets) : [])
  const asked = useEach(
    chains,
    async (chain): Promise<Head> => {
      const streamed = live.current.get(chain)
      if (streamed !== undefined) return streamed
      const { block_number, timestamp } = (await wire.blockchainLatestBlock({ chain })).data
      return { number: block_number, atMs: timestamp === null ? null : timestamp * 1000 }
    },
    askedMs,
  )
  const data = asked.data?.map((one) => {
    const value = live.current.get(one.chain)
    return value === undefined ? one : { chain: one.chain, value, error: undefined }
  })
  return { ...asked, data }
}

/**
 * Returns the latest streamed block of each chain. The component renders at most four times per second. A chain whose stream
 * fails is removed.
 */
function useLiveHeads(chains: typeof chainNames) {
  const heads = useRef(new Map<string, Head>())
  const [, setDrawn] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = (chain: string, head: Head | undefined) => {
      if (head === undefined) heads.current.delete(chain)
      else heads.current.set(chain, head)
      timer ??= setTimeout(() => {
        timer = undefined
        setDrawn((last) => last + 1)
      }, drawMs)
    }
    const stops = chains.map((chain) =>
      client.chain.watchBlocks(chain, {
        onBlock({ number, timestamp, removed }) {
          // Some Solana blocks have no time. Their time of arrival is used instead.
          const atMs = timestamp === null ? Date.now() : Number(timestamp) * 1000
          if (!removed) change(chain, { number: Number(number), atMs })
        },
        onError: () => change(chain, undefined),
      }),
    )
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      heads.current.clear()
    }
  }, [chains.join()])
  return heads
}
