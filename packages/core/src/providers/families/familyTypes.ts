import type { ChainProfile } from '../../chains/chain.ts'
import type { Events } from '../../events/emitter.ts'
import type { Endpoint } from '../endpoint.ts'
import type { FailureKind, RpcAnswer } from '../errors.ts'
import type { Answer, PoolEvents, PoolOptions, PoolReport, RpcRequest } from '../poolTypes.ts'
import type { ErrorRule } from '../wire/rpcCall.ts'

/** A question to one endpoint, in its own words. Numbers that a double may not hold come as text. */
export type Ask = {
  /** The result of a JSON-RPC call. @throws {EndpointError} */
  rpc(method: string, params?: unknown): Promise<unknown>
  /** The body of `GET {endpoint}{path}`: JSON, or text where it is sent as text. @throws {EndpointError} */
  get(path: string): Promise<unknown>
}

/** A time as an answer writes it, Unix seconds or RFC 3339, with the height of its block; undefined if it shows none. */
export type ShownTime = { readonly time: unknown; readonly height: unknown }

/** One kind of interface that endpoints of a family have, such as Bitcoin Core's JSON-RPC or Esplora's REST. */
export type EndpointInterface = {
  /** The newest block of the endpoint. Fails at endpoints that have another interface. @throws {EndpointError} */
  head(ask: Ask): Promise<bigint>
  /**
   * The newest block that an answer shows, as `head` counts; null for answers that show none. An endpoint that shows one too
   * far behind is passed over at once, before its next probe.
   */
  readonly headIn?: (request: FamilyRequest, result: unknown) => bigint | null
  /** The times of blocks that an answer shows. An endpoint that shows one which no block can have is at fault. */
  timesIn(result: unknown): readonly ShownTime[]
  /** The id of the network it is on, as `ChainProfile.network` has it; null where it does not say. */
  network(ask: Ask): Promise<string | null>
  /** What an error of its JSON-RPC says about the endpoint. `empty` is the answer that there is no such thing. */
  readonly rpcErrors?: ErrorRule
  /** The same of a REST answer that is no success. */
  readonly restErrors?: (status: number, body: string) => FailureKind
  /** A form of some requests that not all nodes of this interface share; found out once for each endpoint. */
  readonly otherForm?: {
    /** The same parameters in that form; null for a request that is written alike in both. */
    rewrite(method: string, params: unknown): readonly unknown[] | null
    /** Whether this refusal of such a request says that the node takes the other form. */
    isNeeded(refusal: RpcAnswer): boolean
  }
}

/** What the pool knows of a family: its interfaces by name, the most capable first. */
export type FamilyProtocol = { readonly [name: string]: EndpointInterface }

/** A request to endpoints that have the interface named. */
export type FamilyRequest = { readonly interface: string } & (RpcRequest | { readonly path: string })

export type FamilySendOptions = {
  readonly signal?: AbortSignal
  /** Endpoint to ask first while it is available, by name. */
  readonly prefer?: string
}

/** As of a pool of an EVM chain. */
export type FamilyPoolOptions = Omit<PoolOptions, 'cache'>

/** A primary and its backups of a chain outside the EVM family, used as one provider. */
export type FamilyPool = Events<PoolEvents> & {
  readonly chain: ChainProfile
  /**
   * The first good answer. Its `result` is null where the chain has no such thing: two endpoints say so, or the only one
   * there is. Numbers that a double may not hold, fractions and integers of more than 15 digits, are text.
   *
   * @throws {RpcAnswerError} the node's own answer is an error: not retried
   * @throws {RestAnswerError} the same of a REST endpoint (4xx)
   * @throws {AllProvidersFailedError}
   */
  send<result = unknown>(request: FamilyRequest, options?: FamilySendOptions): Promise<Answer<result | null>>
  /**
   * Interfaces that endpoints in service have, the most capable first; all, where that is not known. Waits for the first
   * endpoint that is identified, with which `network` is known too.
   */
  interfaces(): Promise<readonly string[]>
  /** The network the endpoints are on; null until one has said so. */
  network(): string | null
  report(): PoolReport
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What an endpoint is, by its own answers. */
export type EndpointIdentity = {
  readonly endpoint: Endpoint
  /** Null where it answers nothing that identifies it. */
  readonly interface: string | null
  readonly network: string | null
  readonly head: bigint | null
}
