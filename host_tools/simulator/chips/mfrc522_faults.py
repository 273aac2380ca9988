"""Room: what can be wrong with one reader; every switch is off at first. Shares are per mille."""


class Faults:
    """Switches of one simulated MFRC522 and its antenna."""

    def __init__(self):
        self.dead = None  # 0x00 or 0xFF: what every read gives; writes are lost
        self.stuck_in_reset = False  # its reset line never rises: reads 0xFF
        self.version = 0x92  # clones: 0x12, 0x15, 0x18, 0x82, 0x88, 0x89, 0xB2
        self.reserved_written = False  # reserved bits take what is written; strict chips keep them
        self.drives_miso = False  # keeps driving MISO while another reader is selected
        self.max_baud = 10_000_000  # above it bits read back are wrong (datasheet section 8.1.2: 10 Mbit/s)
        self.baud_errors = 1000  # share of reads above max_baud that lose a bit
        self.oscillator_us = 500  # start-up of the crystal after reset
        self.writes_lost = 0  # share of register writes that do not take
        self.antenna_dead = False  # no field, whatever TxControl says
        self.tags_stay_powered = False  # something else feeds the tags while the field is off: they keep their states
        self.answers_lost = 0  # share of answers not heard at all
        self.answers_garbled = 0  # share of answers with a wrong bit
        self.deaf_from_gain = 8  # RxGain code 0..7 from which the receiver saturates at contact
        self.deaf_below_gain = 0  # RxGain code below which it hears nothing
        self.stale_irq = 0  # share of exchanges that start with an old RxIRq still set
        self.stall_us = 0  # every exchange ends that much later
        self.timer_dead = False  # the timer never expires
        self.hears = ()  # positions whose tags couple into this antenna too, now and then
        self.hears_share = 100  # how often, per mille of the times the field comes on
