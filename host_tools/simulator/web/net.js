// The WebSocket to the table: messages in, orders out; comes back by itself when the connection breaks.
const RETRY_MS = 1000;
let socket = null;

/** Connect and stay connected. on: {message(object), open(), lost()}. */
export function connect(on) {
  socket = new WebSocket(`ws://${location.host}/table`);
  socket.onopen = () => on.open();
  socket.onmessage = (event) => on.message(JSON.parse(event.data));
  socket.onclose = () => {
    on.lost();
    setTimeout(() => connect(on), RETRY_MS);
  };
}

/** Send one order, such as {do: "deal"}; lost while there is no connection. */
export function order(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}
