// The USB serial port of the emulated Pico: bytes from the host wait here until the firmware asks for them.
import { USBCDC } from "rp2040js";

// USBCDC of rp2040js answers every OUT-endpoint request at once, with zero-length packets when it
// has no data: the firmware then takes a USB IRQ every 10 us. This one answers only when data is there.
export class SerialPort extends USBCDC {
  constructor(usb) {
    super(usb);
    this.q = [];
    this.qn = 0;
    this.want = null;
    usb.onEndpointRead = (ep, size) => {
      if (ep === this.outEndpoint) {
        this.want = size;
        this.pump();
      }
    };
  }
  pump() {
    if (this.want == null || !this.q.length) return;
    const n = Math.min(this.want, this.q[0].length);
    const b = this.q[0].subarray(0, n);
    if (n === this.q[0].length) this.q.shift();
    else this.q[0] = this.q[0].subarray(n);
    this.qn -= n;
    this.want = null;
    this.usb.endpointReadDone(this.outEndpoint, b);
  }
  send(buf) {
    if (!buf.length) return;
    this.q.push(Uint8Array.from(buf));
    this.qn += buf.length;
    this.pump();
  }
}
