import { type Address, zeroAddress } from 'viem'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/**
 * Code contracts (singletons) of Safe 1.0 to 1.5, for Ethereum and for L2 chains, including the deployments on
 * zkSync.
 *
 * @see https://github.com/safe-global/safe-deployments
 */
export const singletons: ReadonlySet<Address> = new Set<Address>([
  '0xb6029ea3b2c51d09a50b53ca8012feeb05bda35a',
  '0x34cfac646f301356faa8b21e94227e3583fe3f5f',
  '0x6851d6fdfafd08c0295c392436245e5bc78b0185',
  '0xd9db270c1b5e3bd161e8c8503c55ceabee709552',
  '0x69f4d1788e39c87893c980c06edf4b7f686e2938',
  '0x3e5c63644e683549055b9be8653de26e0b4cd36e',
  '0xfb1bffc9d739b8d520daf37df666da4c687191ea',
  '0x41675c099f32341bf84bfc5382af534df5c7461a',
  '0x29fcb43b46531bca003ddc8fcb67ffe91900c762',
  '0xff51a5898e281db6dfc7855790607438df2ca44b',
  '0xedd160febbd92e350d4d398fb636302fccd67c7e',
  '0xb00ce5cccdef57e539ddced01df43a13855d9910',
  '0x1727c2c531cf966f902e5927b98490fdfb3b2b70',
  '0xc35f063962328ac65ced5d4c3fc5def8dec68dfa',
  '0x610fca2e0279fa1f8c00c8c2f71df522ad469380',
])

/** Selectors of `setup` in Safe 1.1 and later, in 1.0 and in the first version. */
const setups: ReadonlySet<string> = new Set(['0xb63e800d', '0xa97ab18a', '0x0ec78d9e'])

/**
 * Decodes the creation of a proxy that runs the code of a singleton (word 0) as its own. The factory makes the first
 * call to it (word 1).
 */
const create: Decode = (call) => {
  otherAction(call)
  const [singleton, first] = [call.address(0), call.bytes(1)]
  if (first.start === first.end) return
  const selector = `0x${call.digits(first).slice(0, 8)}`
  const isSafe = singletons.has(singleton)
  if (isSafe && setups.has(selector)) call.enterNew(first)
  else call.state.undecoded(isSafe ? 'unknownFunction' : 'delegatecall', first, singleton, selector)
}

/** The factory calls the callback (word 3) with the address of the new proxy. */
const createWithCallback: Decode = (call) => {
  create(call)
  const callback = call.address(3)
  if (callback !== zeroAddress) call.state.undecoded('unknownTarget', call.frame, callback, null)
}

/**
 * Decodes contracts that create accounts: Safe's factories, and factories that only set the owners of the new
 * account.
 */
export const proxyFactory = defineProtocol({
  id: 'proxy_factory',
  name: 'Account factories',
  source: 'https://github.com/safe-global/safe-smart-account/tree/main/contracts/proxies',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      create,
      'createProxy(address,bytes)',
      'createProxyWithNonce(address,bytes,uint256)',
      'createProxyWithNonceL2(address,bytes,uint256)',
      'createChainSpecificProxyWithNonce(address,bytes,uint256)',
      'createChainSpecificProxyWithNonceL2(address,bytes,uint256)',
    ),
    'createProxyWithCallback(address,bytes,uint256,address)': createWithCallback,
    ...each(
      otherAction,
      // SimpleAccount, LightAccount and many others
      'createAccount(address,uint256)',
      'createAccount(address,bytes32)',
      // Coinbase Smart Wallet
      'createAccount(bytes[],uint256)',
      // Alchemy's ModularAccount
      'createSemiModularAccount(address,uint256)',
    ),
  }),
})
