import type { Span } from '../../decoder/args.ts'
import { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { decodePlan, type Steps } from '../../decoder/plan.ts'
import { defineFunctions, defineProtocol, type Functions } from '../../decoder/protocol.ts'
import { routersV1, routersV2, routersV12, routersV211 } from './addresses.ts'
import { commandsV1, commandsV12 } from './nftCommands.ts'
import { commandsOfAny, commandsV2, commandsV211 } from './v4Commands.ts'

/**
 * Defines a router. `toSteps` returns the table of its version, which depends on the calldata if the address does not
 * show the version.
 */
export function defineRouterFunctions(toSteps: (call: Call) => Steps): Functions {
  const execute = (call: Call) => decodePlan(call, call.bytes(0), call.list(1), toSteps(call))
  const until = (word: number) => (call: Call) => execute(call.until(call.uint(word)))
  return defineFunctions({
    'execute(bytes,bytes[],uint256)': until(2),
    'execute(bytes,bytes[])': execute,
    'executeSigned(bytes,bytes[],bytes32,bytes32,bool,bytes32,bytes,uint256)': until(7),
  })
}

const swapProxy = '0x02e5be68d46dac0b524905bff209cf47ee6db2a9'

/**
 * Functions of the proxy. It moves a token to the router and runs a plan there, which pays from the router's balance.
 * The sender of the plan is the proxy.
 */
const proxyFunctions = defineFunctions({
  'execute(address,address,uint256,bytes,bytes[],uint256)': (call) => {
    const to = call.address(0)
    call.emit({ kind: 'transfer', token: call.address(1), from: call.from, to, amount: call.uint(2) })
    const router = new Call(call.state, { ...call.frame, from: call.to, to, value: 0n, isRelay: true })
    decodePlan(router.until(call.uint(5)), call.bytes(3), call.list(4), commandsOfAny)
  },
})

/** Returns the newest table, unless a command has the form of an NFT market command. */
function recognise(call: Call): Steps {
  const [codes, inputs] = [call.bytes(0), call.list(1)]
  for (let item = 0; item < inputs.length; item++)
    if (isMarket(Number(call.packedUint(codes, item, 1)) & 0x7f, call, inputs.bytes(item))) return commandsV12
  return commandsOfAny
}

/**
 * Returns whether a command is for an NFT market. Codes 0x15 to 0x20 and 0x22 always are. Codes 0x10 to 0x14 have
 * another meaning in newer versions, with inputs of another form.
 */
function isMarket(code: number, call: Call, input: Span): boolean {
  if (code < 0x10 || code > 0x22 || code === 0x21) return false
  if (code > 0x14) return true
  // A swap through V4 is `(bytes, bytes[])`, a market `(value, bytes)`.
  if (code === 0x10) return call.inside(input).uint(0) !== 64n
  const bytes = (input.end - input.start) / 2
  // The position managers' inputs start with a selector; a pool to initialise takes six words.
  return code === 0x13 ? bytes !== 192 : bytes % 32 === 0
}

export const universalRouter = defineProtocol({
  id: 'universal_router',
  name: 'Universal Router',
  source: 'https://github.com/Uniswap/universal-router/tree/main/deploy-addresses',
  contracts: [
    { name: 'UniversalRouter 1', addresses: routersV1, functions: defineRouterFunctions(() => commandsV1) },
    { name: 'UniversalRouter 1.2', addresses: routersV12, functions: defineRouterFunctions(() => commandsV12) },
    { name: 'UniversalRouter 2', addresses: routersV2, functions: defineRouterFunctions(() => commandsV2) },
    { name: 'UniversalRouter 2.1.1', addresses: routersV211, functions: defineRouterFunctions(() => commandsV211) },
    {
      name: 'SwapProxy',
      addresses: deployedOn(
        ['ethereum', 'optimism', 'arbitrum', 'polygon', 'base', 'bsc', 'avalanche', 'unichain'],
        swapProxy,
      ),
      functions: proxyFunctions,
    },
  ],
  atAnyAddress: defineRouterFunctions(recognise),
})
