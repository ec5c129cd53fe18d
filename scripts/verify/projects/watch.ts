// Watches blocks with viem over a failover transport. With a WebSocket, viem gets each head exactly once.
import { failover } from '@outrigger/core'
import { createPublicClient } from 'viem'
import { mainnet } from 'viem/chains'

const { PRIMARY_URL = '', BACKUP_URL = '' } = process.env
const wanted = 4

async function main() {
  const client = createPublicClient({ chain: mainnet, transport: failover([PRIMARY_URL, BACKUP_URL]) })
  const numbers = await new Promise<readonly bigint[]>((resolve, reject) => {
    const seen: bigint[] = []
    const unwatch = client.watchBlocks({
      onBlock({ number }) {
        seen.push(number)
        if (seen.length < wanted) return
        unwatch()
        resolve(seen)
      },
      onError: reject,
    })
  })
  await client.transport.pool.close()
  const [first = 0n] = numbers
  const gapless = numbers.every((number, index) => number === first + BigInt(index))
  if (!gapless) throw new TypeError(`Blocks ${numbers.join(', ')} are not consecutive.`)
  process.stdout.write('every block once\n')
}

main().catch((error: unknown) => {
  process.stderr.write(`${error}\n`)
  process.exit(1)
})
