import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { countOf, create, first, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'

useTwoProviders()

it('methods that send count as writes in any namespace', async () => {
  create({ hedgeDelayMs: 20 })
  await pool.send({ method: 'eth_blockNumber' })
  first.scripts['mev_sendBundle'] = async ({ id }) => {
    await sleep(100)
    return { id, result: { bundleHash: '0x1' } }
  }
  expect(await pool.send({ method: 'mev_sendBundle', params: [{}] })).toMatchObject({ attempts: 1, hedged: false })
  expect(countOf(second, 'mev_sendBundle')).toBe(0)
})

const account = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const raw = await account.signTransaction({ chainId: 1, to: account.address, maxFeePerGas: 1n })
const hash = keccak256(raw)
const send = () => pool.send({ method: 'eth_sendRawTransaction', params: [raw] })

it.each([null, true, '0x', `0x${'11'.repeat(32)}`, { transactionHash: null }])(
  'looks a transaction up if the result %j is not its hash',
  async (result) => {
    create()
    first.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result })
    await expect(send()).rejects.toMatchObject({ code: 'UNCERTAIN_WRITE', hash })
    expect(countOf(second, 'eth_sendRawTransaction')).toBe(0)
    expect(pool.report().endpoints[0]).toMatchObject({ lastError: { code: 'broken' } })
    second.scripts['eth_getTransactionByHash'] = ({ id }) => ({ id, result: { hash } })
    expect(await send()).toMatchObject({ result: hash })
  },
)

it('accepts the hash in capital letters and a receipt', async () => {
  create()
  first.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: hash.toUpperCase().replace('0X', '0x') })
  first.scripts['eth_sendRawTransactionSync'] = ({ id }) => ({ id, result: { transactionHash: hash } })
  expect(await send()).toMatchObject({ attempts: 1 })
  expect(await pool.send({ method: 'eth_sendRawTransactionSync', params: [raw] })).toMatchObject({ attempts: 1 })
})

it.each([
  ['a wrong key', 401, 'Unauthorized'],
  ['a blocked client', 403, '<html>Access denied</html>'],
  ['words', 200, { code: -32600, message: 'Must be authenticated!' }],
  ['no node behind it', 200, { code: 12, message: "Can't route your request to suitable provider" }],
])('sends a write on if the provider refused its client or had no node: %s', async (_, status, said) => {
  create()
  first.scripts['eth_sendRawTransaction'] = ({ id }, response) => {
    response.statusCode = status
    return typeof said === 'string' ? said : { id, error: said }
  }
  second.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: hash })
  expect(await send()).toMatchObject({ result: hash, attempts: 2 })
})

it.each([
  [-32004, 'Upfront cost exceeds account balance'],
  [-32005, 'Transaction gas limit exceeds block gas limit'],
  [-32006, 'Incorrect nonce'],
  [-32007, 'Sender account not authorized to send transactions'],
  [-32009, 'Gas price below configured minimum gas price'],
])("takes Besu's refusal %i for the chain's answer", async (code, message) => {
  create()
  first.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, error: { code, message } })
  await expect(send()).rejects.toMatchObject({ rpcCode: code === -32009 ? code : -32003, rpcMessage: message })
  expect(countOf(second, 'eth_sendRawTransaction')).toBe(0)
  expect(pool.report().endpoints[0]).toMatchObject({ status: 'healthy' })
})
